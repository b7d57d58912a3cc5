import{a}from"./chunk-NRPM24YR.js";import"./chunk-32AKLWKS.js";import"./chunk-XQIGQOOE.js";import"./chunk-MUETRDWS.js";export{a as completionsAt};
