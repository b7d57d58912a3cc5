import{a,b}from"./chunk-CJOMTC2A.js";import"./chunk-YQKNMZPA.js";import"./chunk-IFGS32MA.js";import"./chunk-MUETRDWS.js";export{a as INVALID_PIECE_LENGTH,b as describeInSteps};
