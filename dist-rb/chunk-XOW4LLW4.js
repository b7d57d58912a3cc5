var PIECE_STATE={incomplete:0,good:1,bad:2};export{PIECE_STATE};
