import{a as t}from"./chunk-YXQ66K4R.js";var n=(i={})=>t.Unsafe({type:"integer",format:"int64",...i});export{n as a};
