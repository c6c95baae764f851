"""How this title looks: ground, pieces, overlays, forecasts, text map."""
