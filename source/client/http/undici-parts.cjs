// The used parts of undici. Its entry point loads everything, which adds 40 ms to a start.
const Agent = require('undici/lib/dispatcher/agent.js');
Agent.prototype.request = require('undici/lib/api/api-request.js');
module.exports = {
	Agent,
	buildConnector: require('undici/lib/core/connect.js'),
	errors: require('undici/lib/core/errors.js'),
};
