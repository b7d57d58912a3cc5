import{a,b,c,d}from"./chunk-KV4ETGDL.js";import"./chunk-MUETRDWS.js";export{a as placesOf,c as quoted,d as stepsOf,b as valueOptions};
