"""The real box entered with the keyboard: ground, river, outlines."""

from campaign.extras.extra import Extra

EXTRA = Extra("painting")
