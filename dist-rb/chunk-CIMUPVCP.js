function o(n,i){let e=/position (\d+)/.exec(n instanceof Error?n.message:"")?.[1];if(e===void 0)return"";let t=i.slice(0,Number(e)).split(`
`);return` in line ${t.length}, column ${(t.at(-1)??"").length+1}`}export{o as a};
