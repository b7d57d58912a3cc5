var s=["none","bell","osc9","osc777"];export{s as a};
