import{a}from"./chunk-GVI7MTRY.js";import"./chunk-MUETRDWS.js";export{a as readSecret};
