import{watcher}from"./chunk-XUMZMLPC.js";import"./chunk-ODB5H7ZG.js";import"./chunk-W3WFEPZC.js";export{watcher};
