// The used parts of undici. Its entry point loads everything, which adds 40 ms to a start.
module.exports = {
	Agent: require('undici/lib/dispatcher/agent.js'),
	buildConnector: require('undici/lib/core/connect.js'),
	errors: require('undici/lib/core/errors.js'),
};
