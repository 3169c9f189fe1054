// Plays the first half of the film at a quarter of its speed, and stores the times of the shown pictures.
const video = document.querySelector("video");
window.shown = [];
const keep = (now, { mediaTime }) => {
  window.shown.push(Math.round(mediaTime * 30));
  if (!video.paused) video.requestVideoFrameCallback(keep);
};
video.requestVideoFrameCallback(keep);
video.currentTime = 0;
video.playbackRate = 0.25;
video.play();
