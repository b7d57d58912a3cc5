import{b as a,c as b}from"./chunk-6JCNF2WT.js";import"./chunk-YQKNMZPA.js";import"./chunk-IFGS32MA.js";import"./chunk-MUETRDWS.js";export{b as torrentBytes,a as torrentBytesText};
