"""Qt's item models: they hold what the engine answered and compute nothing."""
