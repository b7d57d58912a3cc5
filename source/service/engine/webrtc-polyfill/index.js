// The torrent engine imports these three names and treats undefined as "no WebRTC here".
// The real package carries 48 MB of native binaries that a headless TCP client has no use for.
export const RTCPeerConnection = undefined;
export const RTCSessionDescription = undefined;
export const RTCIceCandidate = undefined;
export default undefined;
