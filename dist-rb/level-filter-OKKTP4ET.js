import{a as r,d as i}from"./chunk-QZFI4WIV.js";import"./chunk-MUETRDWS.js";function t(e){return i(e===void 0?0:r.indexOf(e))}export{t as filterOfLevel};
