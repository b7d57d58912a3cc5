var r=["transmission","qbittorrent","rtorrent","deluge","tribler"],e=class extends Error{};export{r as a,e as b};
