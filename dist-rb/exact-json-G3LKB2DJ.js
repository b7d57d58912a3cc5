import{a,b,c,d,e,f}from"./chunk-EV6SJSST.js";import"./chunk-MUETRDWS.js";export{a as ExactDecimal,b as exactNumber,f as newMark,c as parseExact,d as parseExactDecimals,e as stringifyExact};
