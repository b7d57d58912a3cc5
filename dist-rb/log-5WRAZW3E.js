import{a,b}from"./chunk-R44P6ZMN.js";import"./chunk-FEZ6PUTL.js";import"./chunk-MUETRDWS.js";export{b as createLog,a as logLevels};
