import{isNewer,parseVersion}from"./chunk-MIIYMUKN.js";import"./chunk-W3WFEPZC.js";export{isNewer,parseVersion};
