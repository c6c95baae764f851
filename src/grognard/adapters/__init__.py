"""Program interfaces of other libraries, as extras: `zoo` for PettingZoo, `spiel` for OpenSpiel."""
