function t(e,n){return e?.extensions?.includes(n)??!1}export{t as a};
