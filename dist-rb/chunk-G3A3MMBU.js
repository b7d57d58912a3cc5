import{c as o}from"./chunk-UVC3WVF6.js";function i(n,r){if(!n)throw new o(r)}export{i as a};
