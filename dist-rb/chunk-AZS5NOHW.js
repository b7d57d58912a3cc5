var o="seedtop-demo-";function t(e){return n(e,["ready","failed"])}function n(e,r){return typeof e=="object"&&e!==null&&"type"in e&&r.includes(String(e.type))}export{o as a,t as b};
