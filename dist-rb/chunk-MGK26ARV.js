var t={frames:0,bytes:0};function o(e){t.frames+=1,t.bytes+=e}export{t as a,o as b};
