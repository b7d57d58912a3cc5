import{createInterface}from"node:readline";function jsonLines(stream,onMessage){let lines=createInterface({input:stream});for(let emitter of[stream,lines])emitter.on("error",()=>{});return lines.on("line",line=>{let message;try{message=JSON.parse(line)}catch{return}onMessage(message)}),message=>{stream.writable&&stream.write(`${JSON.stringify(message)}
`)}}export{jsonLines};
