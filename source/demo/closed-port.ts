import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Lower ports than those that systems choose for sockets, so that no other program gets it before it is used. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_767;
const MAX_ATTEMPTS = 100;

/** Returns a closed port of loopback. */
export async function closedPort(): Promise<number> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const port = randomInt(FIRST_PORT, LAST_PORT + 1);
		if (await isClosed(port)) return port;
	}
	throw new Error('There is no closed port.');
}

async function isClosed(port: number): Promise<boolean> {
	const server = createServer();
	server.listen(port, '127.0.0.1');
	const isListening = await once(server, 'listening').then(
		() => true,
		() => false,
	);
	if (isListening) await new Promise((resolve) => server.close(resolve));
	return isListening;
}
