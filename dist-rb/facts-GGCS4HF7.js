import{a}from"./chunk-RFV3OZC4.js";import"./chunk-XVD6RBUD.js";import"./chunk-SJ4SSESF.js";import"./chunk-FEZ6PUTL.js";import"./chunk-MUETRDWS.js";export{a as factLines};
