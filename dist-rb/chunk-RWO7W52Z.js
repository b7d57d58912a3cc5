var t="SEEDTOP_CONTEXT";export{t as a};
