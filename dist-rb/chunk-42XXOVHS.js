import{a as u,b as i}from"./chunk-IO44N3C6.js";import{e as l}from"./chunk-EV6SJSST.js";var g=/[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;function s(t,n){return l(t,n).replace(g,o=>`\\u${o.charCodeAt(0).toString(16).padStart(4,"0")}`)}var h=u("--json","print one JSON document"),L={json:h,header:i("--header","print the header line, also in a pipe"),noHeader:i("--no-header","omit the header line")};function r(){return process.stdout.isTTY===!0}function v(t){return t??r()}function a(t){process.stdout.write(`${t}
`)}function T(t){process.stdout.write(`${s(t,process.stdout.isTTY?"  ":void 0)}
`)}async function P(t,n){let{answerWithNulls:o}=await import("./with-nulls-R343NTHR.js");T(o(t,n))}function j(t){process.stdout.write(`${s(t)}
`)}async function k(t,n,{header:o,empty:e,data:p=t}){if(n.length===0&&r()){b(e);return}let{dataLines:m,dataTitles:w,plainTable:y}=await import("./table-2GXMF6KQ.js"),[x,...c]=r()?y(t,n,process.stdout.columns):[w(p),...m(p,n)],d=v(o)?[x,...c]:c;d.length>0&&process.stdout.write(`${d.join(`
`)}
`)}async function F(t,n=t){if(!r()){for(let e of n)await f(e);return}let{factLines:o}=await import("./facts-GGCS4HF7.js");for(let e of o(t))a(e)}async function f(t){let{dataLine:n}=await import("./table-2GXMF6KQ.js");a(n(t.map(o=>o==="\u2013"?"":o)))}async function N(t,{id:n,name:o="",result:e}){r()?a(t):await f([n,o,e])}function b(t){process.stderr.isTTY&&process.stderr.write(`${t}
`)}function E(t){process.stderr.write(`seedtop: ${t}
`)}export{s as a,h as b,L as c,r as d,v as e,a as f,T as g,P as h,j as i,k as j,F as k,N as l,b as m,E as n};
