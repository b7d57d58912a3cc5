import { once } from 'node:events';
import { connect } from 'node:net';

/** Returns the ports of all inspectors that a program's output reports. */
export function inspectorPorts(output: string): number[] {
	return [...output.matchAll(/Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) =>
		Number(port),
	);
}

export async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
