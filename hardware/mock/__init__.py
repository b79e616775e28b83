"""The simulated table: a tray that renders, a box that slides, hands that roll."""
