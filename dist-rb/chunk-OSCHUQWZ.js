var e="x-api-key",o="CORE_API_PORT",t="CORE_API_KEY";export{e as a,o as b,t as c};
