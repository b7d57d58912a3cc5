/** Waits for the work, at most this many milliseconds; rejects if the work does. */
export async function waitWithTimeout(time: number, work: Promise<void> | void): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const over = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, time);
	});
	try {
		await Promise.race([work, over]);
	} finally {
		clearTimeout(timer);
	}
}
