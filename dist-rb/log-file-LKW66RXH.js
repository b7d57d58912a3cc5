import{a,b}from"./chunk-5F6F4RZQ.js";import"./chunk-ZDJPIIWN.js";import"./chunk-4QJLXZXG.js";import"./chunk-MUETRDWS.js";export{a as openLogFile,b as unusableLog};
