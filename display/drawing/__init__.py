"""What every screen is drawn with: canvas, pen, scene, fonts, icons, theme and layout. Never: games, pages, windows."""
