var r={columns:80,rows:24};function m(u,i){let n=(e,o)=>e!==void 0&&Number.isInteger(e)&&e>0?Math.min(e,2e3):o;return{columns:n(u,r.columns),rows:n(i,r.rows)}}export{r as a,m as b};
