import{a,b}from"./chunk-FCJBXCKJ.js";import"./chunk-YXQ66K4R.js";import"./chunk-MUETRDWS.js";export{a as endpoint,b as fillPath};
