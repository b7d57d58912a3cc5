// What is used of undici, in place of all of it: its entry loads everything it has, which costs a start 40 ms.
module.exports = {
	Agent: require('undici/lib/dispatcher/agent.js'),
	buildConnector: require('undici/lib/core/connect.js'),
	errors: require('undici/lib/core/errors.js'),
};
