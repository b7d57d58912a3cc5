var n=["own","other"];function t(e){return n.some(r=>r===e)}export{n as a,t as b};
