var e=["dark","light","ocean","ember","violet","paper","high-contrast","16","none"];export{e as a};
