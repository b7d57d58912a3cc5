import { createServer, type Server } from 'node:net';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { containing, NUMBER } from '../programs/message-pattern.ts';
import type { ServiceHere } from '../programs/service-here.ts';

/** Listens on a port of one address; 0 for any. */
export async function take(port: number, host: string): Promise<{ server: Server; port: number }> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const address = server.address();
	return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

export const free = ({ server }: { server: Server }) =>
	new Promise<void>((resolve) => server.close(() => resolve()));

/** Returns the port for peers from the log. */
export const awaited = (running: ServiceHere) =>
	Number(containing(controllerText.listening(NUMBER)).exec(running.output())?.[1]);
