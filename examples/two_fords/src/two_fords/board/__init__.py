"""How the title looks: ground, pieces, overlays, forecasts."""
