import{b as o}from"./chunk-FEZ6PUTL.js";var i=["error","warning","info","debug"],p=4096,L=8192;function m(e,n="info"){let t=i.indexOf(n);return(r,g,s)=>{if(i.indexOf(r)>t)return;let c=new Date().toISOString(),a=s instanceof Error?` | ${f(s)}`:"";e(`${c} ${r.toUpperCase().padEnd(7)} ${o(g,p)}${a}
`)}}function f(e){let n=(e.stack??e.message).split(`
`).map(t=>t.trim());return o(n.join(" | "),L)}export{i as a,m as b};
