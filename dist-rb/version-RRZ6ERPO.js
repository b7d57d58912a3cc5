import{a}from"./chunk-TLARC43S.js";import"./chunk-MUETRDWS.js";export{a as version};
