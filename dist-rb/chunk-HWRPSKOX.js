var e=["default","vim","emacs","rtorrent"];export{e as a};
