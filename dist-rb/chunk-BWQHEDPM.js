function method(){return{}}export{method};
