import{a,b,c,d}from"./chunk-VVMFWWEQ.js";import"./chunk-G36IL75D.js";import"./chunk-VSKHFWUW.js";import"./chunk-MUETRDWS.js";export{c as keysPath,d as readSettings,a as settingsPath,b as viewPath};
